import RewindJSON

/// A message of JSON-RPC 2.0 that a client wrote on one line.
enum MCPMessage {
  case request(MCPRequest)
  /// Asks for no answer.
  case notification(method: String, parameters: JSONObject)
  /// An answer to a request of ours: there are none, so it is ignored.
  case response
  /// Nothing that can be answered but with an error.
  case invalid(MCPFault, id: JSONValue)

  /// Reads a line.
  init(_ line: some Sequence<UInt8>) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: line)
    } catch {
      self = .invalid(.init(.parseError, "This line is not JSON: \(error)"), id: .null)
      return
    }
    self.init(json)
  }

  private init(_ json: JSONValue) {
    guard let object = json.object else {
      let what = json.array == nil ? "A message is a JSON object." : "Batches are not supported."
      self = .invalid(.init(.invalidRequest, "\(what) Send one object a line."), id: .null)
      return
    }
    let id = object["id"]
    let isID = id?.string != nil || id?.int != nil
    guard object["jsonrpc"]?.string == "2.0", let method = object["method"]?.string else {
      if object["method"] == nil, object["result"] ?? object["error"] != nil {
        self = .response
        return
      }
      let fault = MCPFault(
        .invalidRequest,
        "A message needs \"jsonrpc\": \"2.0\" and the name of a \"method\"."
      )
      self = .invalid(fault, id: isID ? id ?? .null : .null)
      return
    }
    let given = object["params"]
    let parameters = given?.object
    guard let id else {
      self = .notification(method: method, parameters: parameters ?? JSONObject())
      return
    }
    guard isID else {
      self = .invalid(.init(.invalidRequest, "An \"id\" is a string or an integer."), id: .null)
      return
    }
    guard given == nil || parameters != nil else {
      self = .invalid(.init(.invalidParameters, "\"params\" is a JSON object."), id: id)
      return
    }
    self = .request(MCPRequest(id: id, method: method, parameters: parameters ?? JSONObject()))
  }
}

/// A question of a client.
struct MCPRequest: Sendable {
  /// A string or an integer.
  let id: JSONValue
  let method: String
  let parameters: JSONObject

  /// Members about the request itself.
  var meta: JSONObject { parameters["_meta"]?.object ?? JSONObject() }

  /// The name under which the client wants to hear of progress; nil if it does not.
  var progressToken: JSONValue? {
    let token = meta["progressToken"]
    return token?.string != nil || token?.int != nil ? token : nil
  }
}

/// A reason why a request has no result.
struct MCPFault: Error {
  /// The codes of JSON-RPC and of the protocol.
  enum Code: Int {
    case parseError = -32_700
    case invalidRequest = -32_600
    case unknownMethod = -32_601
    case invalidParameters = -32_602
    case internalError = -32_603
    case unsupportedVersion = -32_022
  }

  let code: Code
  let message: String
  let data: JSONValue?

  init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  /// Returns the answer to the request of an id.
  func reply(to id: JSONValue) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": id,
      "error": JSONValue(present: [
        "code": JSONValue(code.rawValue), "message": .string(message), "data": data,
      ]),
    ]
  }
}

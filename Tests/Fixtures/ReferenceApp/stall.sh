# A stall that sells what it has not, unless there is a file `mended`: the contract in the shell.
left=2; index=0; begun=; states=none
say() { echo '{"after":'$index',"state":{"left":'$left'}}'; }
while read -r line; do
  case $line in
    *'"rewind"'*)
      states=${line#*'"states":"'}; states=${states%%'"'*}
      echo '{"rewind":1,"replay":1,"actions":["Sell"]}' ;;
    *'"after"'*)
      index=${line#*'"after":'}; index=${index%%,*}
      left=${line##*'"left":'}; left=${left%%'}'*} ;;
    *'"action"'*)
      [ "$begun" ] || [ $states != all ] || say
      begun=1; index=${line#*'"index":'}; index=${index%%,*}
      echo '{"index":'$index',"action":{"type":"Sell"}}'
      { [ -e "${0%/*}/mended" ] && [ $left = 0 ]; } || left=$((left - 1))
      [ $states != all ] || say ;;
  esac
done
[ $states != last ] || say
echo '{"end":"closed","index":'$index'}'

### What is set aside for members of a group while their siblings are tried: devices and volumes.

member-reservation-is-shared = Claim { $claim } was allocated by a sibling; whether this node reaches its devices is not asked.
member-reservation-otherwise = { $devices } is set aside for claim { $claim }.
member-reservation = Volume { $volume } is set aside for claim { $claim }.
member-reservation-provisioned = A volume for claim { $claim } will be made here.
